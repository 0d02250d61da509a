import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './light.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
  /** It opens by itself while the person may be typing, so their next key must not answer it. */
  unasked?: boolean
  /** The buttons at the bottom. */
  acts?: ReactNode
}

/** A native dialog: it keeps the focus, closes on Escape and returns the focus. */
export function Dialog({ title, onClose, children, acts, unasked = false }: Props) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // before it is removed: only a dialog in the page returns the focus
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    if (unasked) dialog?.focus()
    return () => dialog?.close()
  }, [unasked])
  return (
    <dialog
      ref={ref}
      className="piece-dialog"
      tabIndex={unasked ? -1 : undefined}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="piece-icon-button" aria-label={t('act.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </button>
      </header>
      <div className="piece-dialog-body">{children}</div>
      {acts && <footer>{acts}</footer>}
    </dialog>
  )
}
