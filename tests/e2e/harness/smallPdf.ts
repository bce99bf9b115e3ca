// Creates a PDF of one page with one line of text that every viewer can open. Called by tests that attach documents and read them.

export const smallPdf = (text: string): Buffer => {
  const line = `BT /F1 18 Tf 40 100 Td (${text.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${line.length} >> stream\n${line}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const parts = ['%PDF-1.4\n', ...objects.map((each, at) => `${at + 1} 0 obj ${each} endobj\n`)];
  const offsets = parts.map((_, at) => parts.slice(0, at).join('').length).slice(1);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer << /Root 1 0 R /Size ${size} >>\n`;
  return Buffer.from(`${parts.join('')}${xref}startxref\n${parts.join('').length}\n%%EOF\n`, 'latin1');
};
