import './CutText.css'

/** A name or an address on one line: what does not fit is cut, and stands whole in its title. */
export function CutText({ children, className = '' }: { children: string; className?: string }) {
  if (!children) return null
  return (
    <span className={`cut-text ${className}`} title={children}>
      {children}
    </span>
  )
}
