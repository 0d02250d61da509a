import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from './ErrorNotice.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** The question. */
  title: string
  /** What will happen, in numbers where there are some. */
  children: ReactNode
  /** The act's own words, such as "End pitch for everyone". */
  act: string
  /** Colours the act as one that takes something away. */
  danger?: boolean
  /** What the dialog says above the reason if it fails, such as "Delete failed". */
  failed?: string | undefined
  /** Does it; the dialog stays open with the reason if it fails. */
  run: () => Promise<unknown>
}

/** Asks before an act that others will notice or that cannot simply be repeated. */
export function ConfirmDialog({ opened, onClose, title, children, act, danger = false, failed, run }: Props) {
  const { t } = useTranslation()
  const doing = useMutation({ mutationFn: run, onSuccess: onClose })
  const close = () => {
    if (doing.isPending) return
    doing.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <Stack>
        <div>{children}</div>
        <ErrorNotice failure={doing.error} title={failed} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={doing.isPending} data-autofocus>
            {t('act.cancel')}
          </Button>
          <Button color={danger ? 'red' : 'accent'} loading={doing.isPending} onClick={() => doing.mutate()}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
