import { Watermark } from 'antd';

/** The watermark (spec §1): the name of the user, faintly over all of the page. */
export default function NameOverPage({ name }: { name: string }) {
  return (
    <div className="name-over-page">
      <Watermark content={name} font={{ color: 'rgba(0, 0, 0, 0.05)', fontSize: 15 }} gap={[140, 120]} style={{ height: '100%' }} />
    </div>
  );
}
