// Runs one bench in its own process, so that no bench affects the next. Started by main.ts with the file's name.

const [file = ''] = process.argv.slice(2);
const { run } = (await import(new URL(file, import.meta.url).href)) as { run(): Promise<void> };
await run();
// Exits without waiting for the pools and the test server.
process.exit(0);
