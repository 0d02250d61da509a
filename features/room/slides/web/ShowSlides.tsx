import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { manages } from '#features/core/pitch/rules.ts'
import { deckKey } from '#features/room/deck/apply.ts'
import type { DeckFile } from '#features/room/deck/contract.ts'
import { SendSlides } from '#features/room/deck/web/SendSlides.tsx'
import type { Uploads } from '#features/room/deck/web/useUploads.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'

interface Props {
  uploads: Uploads
  onClose: () => void
}

/** The files of a live pitch: shows one of them, and uploads another one, which is not visible until it is shown. */
export function ShowSlides({ uploads, onClose }: Props) {
  const { pitch, client, connection, room } = useInRoom()
  const { t } = useTranslation(['deck', 'errors', 'common'])
  const files = useLoad(pitch, () => client.getPitchFileList({ pitch_uuid: pitch }))
  const { reload } = files
  useEffect(
    () =>
      connection.onSignal(({ type }) => {
        if (type === 'deckProgress' || type === 'deckFiles') reload()
      }),
    [connection, reload],
  )
  const show = useAct((file_id?: string) =>
    client.showPitchFile({ pitch_uuid: pitch, ...(file_id !== undefined && { file_id }) }),
  )
  // the choice is on every screen, so the next key should turn it
  const choose = async (file?: string) => {
    if (await show.run(file)) onClose()
  }
  const shown = deckKey((room.deck.files ?? []).map(({ id }) => id))
  const list = files.value?.items ?? []
  const { first } = room.deck
  return (
    <Dialog
      title={t('deck:live.title')}
      onClose={onClose}
      acts={
        <Button look="quiet" onClick={onClose}>
          {t('common:act.close')}
        </Button>
      }
    >
      <p>{t(room.rehearsal ? 'deck:live.rehearsal' : 'deck:live.hint')}</p>
      <ul className="show-slides" aria-label={t('deck:files')} aria-busy={files.loading}>
        {first.length > 1 && (
          <Row
            name={t('deck:live.whole', { count: first.length })}
            note=""
            isShown={shown === deckKey(first)}
            ready
            busy={show.busy}
            onShow={() => choose()}
          />
        )}
        {list.map(file => (
          <Row
            key={file.id}
            name={file.name}
            note={noteOf(file, t)}
            isShown={shown === file.id}
            ready={file.status !== 'failed' && file.pages_ready > 0}
            busy={show.busy}
            onShow={() => choose(file.id)}
          />
        ))}
        {files.value && list.length === 0 && <li className="panel-quiet">{t('deck:empty')}</li>}
      </ul>
      <Notice failure={show.failure ?? files.failure} retry={files.failure ? reload : undefined} />
      {!room.rehearsal && manages(connection.get().me?.part ?? 'attendee') && <SendSlides uploads={uploads} />}
    </Dialog>
  )
}

type Translate = ReturnType<typeof useTranslation<['deck', 'errors', 'common']>>['t']

/** The progress of a file, in words. */
function noteOf(file: DeckFile, t: Translate): string {
  if (file.failure) return t(`errors:${file.failure}`)
  if (file.pages === null) return t('deck:pages.preparing')
  if (file.status === 'ready') return t('deck:pages.count', { count: file.pages })
  return t('deck:pages.ready', { ready: file.pages_ready, total: file.pages })
}

interface RowProps {
  name: string
  note: string
  isShown: boolean
  /** The file has a first page to show. */
  ready: boolean
  busy: boolean
  onShow: () => void
}

function Row({ name, note, isShown, ready, busy, onShow }: RowProps) {
  const { t } = useTranslation('deck')
  return (
    <li aria-current={isShown || undefined}>
      <span className="show-slides-name">
        {name}
        {note && <span className="tabular">{note}</span>}
      </span>
      {isShown ? (
        <span className="show-slides-now">{t('live.shown')}</span>
      ) : (
        <Button look="quiet" disabled={!ready} busy={busy} aria-label={t('live.showName', { name })} onClick={onShow}>
          {t('live.show')}
        </Button>
      )}
    </li>
  )
}
