import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { isUnproved, Proof, proofOf, type RequiredProof } from './Proof.tsx'

interface Props {
  title: string
  children: ReactNode
  act: string
  danger?: boolean
  proof: RequiredProof
  onClose: () => void
  run: (proof: { current_pass?: string }) => Promise<unknown>
}

/** Asks for confirmation before a way to sign in is changed, and for the password where it is required. */
export function ProvedDialog({ title, children, act, danger = false, proof, onClose, run }: Props) {
  const { t } = useTranslation()
  const { t: words } = useTranslation('factor')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const isMissing = isUnproved(proof, password)
  const doing = useMutation({ mutationFn: () => run(proofOf(password)), onSuccess: onClose })
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (proof !== 'signIn' && !isMissing && !doing.isPending) doing.mutate()
  }
  return (
    <Modal
      opened
      onClose={() => doing.isPending || onClose()}
      title={title}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <div>{children}</div>
          <Proof
            proof={proof}
            value={password}
            onChange={setPassword}
            error={tried && isMissing ? words('proof.missing') : undefined}
          />
          <ErrorNotice failure={doing.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={doing.isPending}>
              {t('act.cancel')}
            </Button>
            <Button
              type="submit"
              color={danger ? 'red' : 'accent'}
              loading={doing.isPending}
              disabled={proof === 'signIn'}
            >
              {act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
