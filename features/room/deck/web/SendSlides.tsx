import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/light/Button.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAmounts } from './amounts.ts'
import type { UploadTask } from './uploadTask.ts'
import { type Uploads, useUploadState } from './useUploads.ts'

/** Uploads another file during a live pitch; the room does not see it before it is shown. */
export function SendSlides({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('deck')
  const chooser = useRef<HTMLInputElement>(null)
  const add = (file: File | undefined) => {
    if (file) uploads.add(file)
  }
  return (
    <div className="send-slides">
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".pptx,.ppt,.pdf"
        aria-label={t('live.send')}
        onChange={event => {
          add(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button look="quiet" onClick={() => chooser.current?.click()}>
        {t('live.send')}
      </Button>
      <p className="piece-hint">{t('drop.hint')}</p>
      {uploads.tasks.map(task => (
        <UploadProgress key={task.id} task={task} uploads={uploads} />
      ))}
    </div>
  )
}

function UploadProgress({ task, uploads }: { task: UploadTask; uploads: Uploads }) {
  const { t } = useTranslation(['deck', 'common'])
  const { percent } = useAmounts()
  const state = useUploadState(task)
  const { name, size } = task.file
  const sent = state.step === 'sending' || state.step === 'waiting' ? state.sent : size
  return (
    <section className="sending-slides" aria-label={name}>
      <span className="show-slides-name">
        {name}
        <span className="tabular" role="status">
          {state.step === 'waiting' && t(`upload.waiting.${state.why}`)}
          {state.step === 'checking' && t('upload.checking')}
          {state.step === 'sending' && percent(size === 0 ? 0 : sent / size)}
        </span>
      </span>
      <Button look="quiet" onClick={() => uploads.remove(task)}>
        {t(state.step === 'failed' ? 'common:act.remove' : 'upload.cancel')}
      </Button>
      {state.step !== 'failed' && <progress max={size} value={sent} aria-label={t('upload.progress', { name })} />}
      <Notice failure={state.step === 'failed' ? state.failure : undefined} />
    </section>
  )
}
