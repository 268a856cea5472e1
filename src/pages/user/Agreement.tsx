import { agreementTexts } from '@/locales/agreement';
import { useTexts } from '@/locales/texts';
import './agreement.css';

/** The text of the developer service agreement. */
export default function Agreement() {
  const { title, effective, opening, sections } = useTexts(agreementTexts);
  return (
    <article className="agreement">
      <h1 id="agreement-title">{title}</h1>
      <p className="agreement-date number">{effective}</p>
      <p>{opening}</p>
      {sections.map(({ heading, clauses }, i) => (
        <section key={heading}>
          <h2>
            <span className="number">{i + 1}</span> {heading}
          </h2>
          {clauses.map((clause) => (
            <p key={clause}>{clause}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
