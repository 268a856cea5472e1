export default function P() {
  return <h1>refresh</h1>;
}
