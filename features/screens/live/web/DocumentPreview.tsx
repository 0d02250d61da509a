import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanyText } from '#features/core/pitch/rules.ts'
import { useInRoom } from '#features/room/room/web/inRoom.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useLoad } from '#web/light/useLoad.ts'
import './DocumentPreview.css'

interface Props {
  document: CompanyText
  filename: string
}

/** [ENT-022] A document beside one of the texts, as pictures of its first pages. */
export function DocumentPreview({ document, filename }: Props) {
  const { t } = useTranslation('attend')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className="deal-preview"
        aria-label={t('preview.previewOf', { name: filename })}
        onClick={() => setOpened(true)}
      >
        {t('preview.preview')}
      </button>
      {opened && <Pages {...{ document, filename }} onClose={() => setOpened(false)} />}
    </>
  )
}

function Pages({ document, filename, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('attend')
  const { pitch, client } = useInRoom()
  const { value, failure, reload } = useLoad(`${pitch} ${document}`, () =>
    client.getPitchDocumentPages({ uuid: pitch, document }),
  )
  return (
    <Dialog title={filename} onClose={onClose}>
      <Notice failure={failure} retry={reload} />
      {!value && !failure && <p role="status">{t('preview.drawing')}</p>}
      {value?.pages.length === 0 && <p>{t('preview.noPreview')}</p>}
      <div className="document-pages">
        {value?.pages.map((url, index) => (
          <img key={url} src={url} alt={t('preview.page', { page: index + 1 })} loading="lazy" />
        ))}
      </div>
    </Dialog>
  )
}
