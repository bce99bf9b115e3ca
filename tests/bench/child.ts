// One bench in a process of its own, so that no bench warms or burdens the next. Started by main.ts with the file's name.

const [file = ''] = process.argv.slice(2);
const { run } = (await import(new URL(file, import.meta.url).href)) as { run(): Promise<void> };
await run();
// The pools and the test server's keeper need not be waited for.
process.exit(0);
