export default function P() {
  return <h1>exception</h1>;
}
