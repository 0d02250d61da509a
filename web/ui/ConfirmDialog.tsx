import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from './ErrorNotice.tsx'
import { beginInFirstField } from './firstField.ts'
import { useHarmful } from './harmful.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** The question. */
  title: string
  /** The consequences, in numbers where there are some. */
  children: ReactNode
  /** The act's own words, such as "End pitch for everyone". */
  act: string
  /** Colors the act as harmful; without it, as the act that shows the dialog. */
  danger?: boolean
  /** The title of a failure, such as "Delete failed". */
  failed?: string | undefined
  /** Runs the act; the dialog stays open and shows a failure. */
  run: () => Promise<unknown>
}

/** Confirms an act that others notice or that cannot simply be repeated. */
export function ConfirmDialog({ opened, onClose, title, children, act, danger, failed, run }: Props) {
  const { t } = useTranslation()
  const harmful = useHarmful()
  const doing = useMutation({ mutationFn: run, onSuccess: onClose })
  const close = () => {
    if (doing.isPending) return
    doing.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Stack>
        {/* one that asks for something begins there, any other at its harmless button */}
        <div ref={beginInFirstField}>{children}</div>
        <ErrorNotice failure={doing.error} title={failed} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={doing.isPending} data-autofocus>
            {t('act.cancel')}
          </Button>
          <Button
            color={(danger ?? harmful) ? 'red' : 'accent'}
            loading={doing.isPending}
            onClick={() => doing.mutate()}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
