// A QR code of a text.

import qrcode from 'qrcode-generator';

/** Light modules around it, as scanners need. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Renders the code in the browser, so that its secret is sent to no other server. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const size = count + 2 * QUIET_ZONE;
  const path = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (__, column) =>
      code.isDark(row, column) ? `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z` : '',
    ).join(''),
  ).join('');
  return (
    <svg className="kk-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
