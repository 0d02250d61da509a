import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  icon: ReactNode
  words: string
  onClose: () => void
  /** The actions of the note. */
  children?: ReactNode
}

/** One note about an event, in one line. */
export function NewsLine({ icon, words, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="news-line">
      {icon}
      <p>{words}</p>
      <button
        type="button"
        className="piece-icon-button"
        aria-label={t('pair', { label: t('act.close'), value: words })}
        onClick={onClose}
      >
        <IconX size={16} aria-hidden />
      </button>
      {children && <div className="news-acts">{children}</div>}
    </div>
  )
}
