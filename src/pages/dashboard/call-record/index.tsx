export default function CallRecordPage() {
  return <h1>CallRecord</h1>;
}
