import { ActionIcon, Progress, Text, Tooltip } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ErrorCode } from '#contract/errors.ts'
import { useWording } from '#web/ui/wording.ts'
import { useAmounts } from './amounts.ts'
import type { UploadState, UploadTask } from './uploadTask.ts'
import { type Uploads, useUploadState } from './useUploads.ts'

/** Failures that another attempt may overcome; for all others the file has to change. */
const retryable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'Internal',
  'NotSignedIn',
  'TooManyUploads',
  'UploadNotFound',
  'ConverterMissing',
  'DeckTooComplex',
])

/** One upload: its progress, its speed, and a button to stop it. */
export function UploadRow({ task, uploads }: { task: UploadTask; uploads: Uploads }) {
  const { t } = useTranslation(['deck', 'common'])
  const state = useUploadState(task)
  const { file } = task
  const failed = state.step === 'failed'
  const stop = t(failed ? 'common:act.remove' : 'deck:upload.cancel')
  return (
    <li className="deck-row" data-state={state.step}>
      <div className="deck-row-head">
        <div className="deck-row-name">
          <Text fw={500} truncate>
            {file.name}
          </Text>
          <UploadText state={state} size={file.size} />
        </div>
        {failed && retryable.has(state.failure.code) && (
          <Tooltip label={t('common:act.retry')}>
            <ActionIcon
              variant="subtle"
              aria-label={t('common:pair', { label: t('common:act.retry'), value: file.name })}
              onClick={() => uploads.retry(task)}
            >
              <IconRefresh size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={stop}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('common:pair', { label: stop, value: file.name })}
            onClick={() => uploads.remove(task)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {!failed && (
        <Progress
          value={shareOf(state, file.size) * 100}
          color={state.step === 'waiting' ? 'yellow' : 'accent'}
          animated={state.step === 'checking'}
          aria-label={t('deck:upload.progress', { name: file.name })}
        />
      )}
    </li>
  )
}

const shareOf = (state: UploadState, size: number) => ('sent' in state ? state.sent / Math.max(size, 1) : 1)

function UploadText({ state, size }: { state: UploadState; size: number }) {
  const { t } = useTranslation('deck')
  const amounts = useAmounts()
  const wording = useWording()
  if (state.step === 'failed')
    return (
      <Text size="sm" c="red" role="alert">
        {wording(state.failure)}
      </Text>
    )
  const words = () => {
    if (state.step === 'waiting') return t(`upload.waiting.${state.why}`)
    if (state.step !== 'sending') return t('upload.checking')
    const { sent, speed } = state
    const parts = [amounts.percent(sent / size), t('upload.of', { sent: amounts.size(sent), size: amounts.size(size) })]
    if (speed) parts.push(amounts.speed(speed), t('upload.left', { time: amounts.duration((size - sent) / speed) }))
    return parts.join(' · ')
  }
  return (
    <Text size="sm" c="dimmed" className="tabular" role={state.step === 'waiting' ? 'status' : undefined}>
      {words()}
    </Text>
  )
}
