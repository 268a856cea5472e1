export default function DeviceDepthPage() {
  return <h1>DeviceDepth</h1>;
}
