export default function CenterPage() {
  return <h1>Center</h1>;
}
