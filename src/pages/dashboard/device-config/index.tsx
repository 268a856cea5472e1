export default function DeviceConfigPage() {
  return <h1>DeviceConfig</h1>;
}
