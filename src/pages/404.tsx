export default function P() {
  return <h1>404</h1>;
}
