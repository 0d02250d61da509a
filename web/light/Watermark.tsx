import './Watermark.css'

/** How often the text is repeated: it is in every part of the picture, whatever is cut out of it. */
const REPEATED = 24

/** A text all over the picture above which it lies. It takes no press, and screen readers pass it by. */
export const Watermark = ({ text }: { text: string }) => (
  <div className="watermark" aria-hidden>
    {Array.from({ length: REPEATED }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <span key={place}>{text}</span>
    ))}
  </div>
)
