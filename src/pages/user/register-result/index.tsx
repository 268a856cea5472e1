export default function RegisterResultPage() {
  return <h1>RegisterResult</h1>;
}
