export default function ConsumerPage() {
  return <h1>Consumer</h1>;
}
