// The code of the page of the own account that src/domain may use. It is separate from extend.ts so that the code of QR codes loads with it.

export { AccountFailure } from 'src/client/forms/AccountFailure.tsx';
export { useAccountForm } from 'src/client/forms/useAccountForm.ts';
export { SecretAddress } from 'src/client/navigation/SecretAddress.tsx';
export { QrCode } from 'src/client/ui/QrCode.tsx';
