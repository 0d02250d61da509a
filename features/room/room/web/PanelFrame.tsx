import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Panel } from './usePanel.ts'

interface Props {
  panel: Panel
  /** The panel's content is still loading. */
  busy?: boolean
  /** `byKey`: the focus stays with the keyboard's controls. */
  onClose: (byKey: boolean) => void
  children: ReactNode
}

/** The frame of a side panel: its name, and the button that closes it. */
export function PanelFrame({ panel, busy, onClose, children }: Props) {
  const { t } = useTranslation(['room', 'common'])
  return (
    <section className="panel" id="room-panel" aria-labelledby="room-panel-title" aria-busy={busy}>
      <header>
        <h2 id="room-panel-title">{t(`room:panelTitle.${panel}`)}</h2>
        <button
          type="button"
          className="piece-icon-button"
          aria-label={t('common:act.close')}
          onClick={event => onClose(event.detail === 0)}
        >
          <IconX size={18} aria-hidden />
        </button>
      </header>
      {children}
    </section>
  )
}
