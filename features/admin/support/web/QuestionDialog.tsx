import { Anchor, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { hasHtml, MESSAGE_LENGTH } from '#features/admin/support/rules.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { useDisplayName } from '#web/ui/displayName.ts'
import { useDraft } from '#web/ui/draft.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useAfterMount } from '#web/ui/useAfterMount.ts'
import { useFieldErrors } from '#web/ui/wording.ts'

/** [SHELL-003] Sends support a question, from any page, and shows the number of the request. */
export function QuestionDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [number, setNumber] = useState<number>()
  return (
    <>
      <AskDialog opened={useAfterMount(opened)} onClose={onClose} onAsked={setNumber} />
      <AskedDialog number={number} onClose={() => setNumber(undefined)} />
    </>
  )
}

interface AskProps {
  opened: boolean
  onClose: () => void
  onAsked: (number: number) => void
}

function AskDialog({ opened, onClose, onAsked }: AskProps) {
  const { t } = useTranslation(['support', 'common'])
  const person = usePerson()
  const name = useDisplayName(person)
  const queries = useQueryClient()
  const { value, change, sent } = useDraft(`question.${person.user_id}`, '')

  const ask = useMutation({
    mutationFn: async () => {
      // [RULE-092, ERR-068] [RULE-107] an empty one is the server's to refuse
      if (hasHtml(value)) throw new CallFailed('InputInvalid', { description: 'html' })
      const { number } = await client.sendHelpInfo({ description: value })
      // [CALL-173, ERR-067] the question is stored already; this adds the asker's contact, and may fail
      const { email, user_id: phone } = person
      await client.createTicket({ content: value, email, phone, name }).catch(() => {})
      return number
    },
    // [ERR-064, ERR-065]
    onSuccess: number => {
      sent()
      change('')
      onClose()
      onAsked(number)
      return queries.invalidateQueries({ queryKey: ['getMyTicketList'] satisfies [keyof typeof client] })
    },
  })
  const { description: wrong } = useFieldErrors(ask.error)
  const close = () => {
    ask.reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={t('support:ask.title')} size={560}>
      <Stack>
        <Text>
          {t('support:ask.hint')}{' '}
          <Anchor component={Link} to="/help" underline="always" onClick={close}>
            {t('support:ask.help')}
          </Anchor>
        </Text>
        <Textarea
          label={t('support:ask.question')}
          description={t('support:ask.from', { name, email: person.email })}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={MESSAGE_LENGTH}
          value={value}
          error={wrong}
          onChange={event => change(event.currentTarget.value)}
          data-autofocus
        />
        {/* [ERR-066] */}
        {!wrong && <ErrorNotice failure={ask.error} title={t('support:ask.failed')} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common:act.cancel')}
          </Button>
          <Button loading={ask.isPending} onClick={() => ask.mutate()}>
            {t('support:ask.act')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** [ERR-065] Tells what happens next. */
function AskedDialog({ number, onClose }: { number: number | undefined; onClose: () => void }) {
  const { t } = useTranslation(['support', 'common'])
  const { email } = usePerson()
  return (
    <Modal opened={number !== undefined} onClose={onClose} title={t('support:asked.title')}>
      <Stack>
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <IconCircleCheck size={24} color="var(--good)" aria-hidden />
          <Text role="status">{t('support:asked.text', { number, email })}</Text>
        </Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component={Link} to={`/help?ticket=${number}`} onClick={onClose}>
            {t('support:asked.open')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('common:act.done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
