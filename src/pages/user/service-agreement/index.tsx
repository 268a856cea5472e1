export default function ServiceAgreementPage() {
  return <h1>ServiceAgreement</h1>;
}
