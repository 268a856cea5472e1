export default function PacketPage() {
  return <h1>Packet</h1>;
}
