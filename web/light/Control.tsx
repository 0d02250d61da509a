import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './light.css'

interface Props {
  icon: ReactNode
  /** The visible label. */
  label: string
  /** What pressing it does now, for the tooltip. */
  hint?: string | undefined
  /** The shortcut in words: "Alt A". */
  shortcut?: string | undefined
  pressed?: boolean | undefined
  look?: 'plain' | 'off' | 'accent' | 'danger'
  badge?: number | undefined
  /** A mark before the number. */
  badgeMark?: string
  /** What the badge counts, in words. */
  badgeLabel?: string | undefined
  disabled?: boolean | undefined
  /** The act is under way: it keeps the focus, and pressing it does nothing. */
  busy?: boolean | undefined
  expanded?: boolean | undefined
  controls?: string | undefined
  onPress: () => void
}

/** A button of the control bar: a picture, its name, and a tooltip with its shortcut. */
export function Control({ look = 'plain', ...p }: Props) {
  const { t } = useTranslation()
  const tip = p.hint ?? p.label
  // users of voice control say the label that they read
  const name = tip.toLowerCase().includes(p.label.toLowerCase()) ? tip : t('pair', { label: p.label, value: tip })
  return (
    <button
      type="button"
      className={`piece-control ${look}`}
      data-tip={p.shortcut ? `${tip}  ${p.shortcut}` : tip}
      aria-label={p.badge ? t('beside', { text: name, other: p.badgeLabel }) : name}
      aria-pressed={p.pressed}
      aria-expanded={p.expanded}
      aria-controls={p.expanded ? p.controls : undefined}
      aria-keyshortcuts={p.shortcut?.replace(' ', '+')}
      disabled={p.disabled}
      aria-disabled={p.busy || undefined}
      // the tooltip is not needed after a press, until the pointer or focus returns
      onPointerDown={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
      onPointerLeave={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
      onClick={p.onPress}
    >
      <span className="piece-control-icon" aria-hidden>
        {p.icon}
        {/* not as text, which would become a part of the label for voice control */}
        {!!p.badge && (
          <span className="piece-badge tabular" data-count={(p.badgeMark ?? '') + (p.badge > 99 ? '99+' : p.badge)} />
        )}
      </span>
      <span className="piece-control-label" aria-hidden>
        {p.label}
      </span>
    </button>
  )
}
