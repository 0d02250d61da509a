import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { languages } from '#contract/fields.ts'
import { hasHtml, MESSAGE_LENGTH } from '#features/admin/support/rules.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useAfterMount } from '#web/ui/useAfterMount.ts'
import { useFieldErrors } from '#web/ui/wording.ts'
import '#web/ui/Page.css'

/** CALL-171: a question of a visitor who cannot sign in. The answer goes to the address that they give. */
export function VisitorQuestion({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation(['support', 'common'])
  const [question, setQuestion] = useState<Question>({ name: '', email: '', content: '' })
  const ask = useMutation({
    mutationFn: async () => {
      // [RULE-092]
      if (hasHtml(question.content)) throw new CallFailed('InputInvalid', { content: 'html' })
      const language = languages.find(one => one === i18n.language)
      return client.createVisitorTicket({ ...question, language })
    },
    onSuccess: () => setQuestion(before => ({ ...before, content: '' })),
  })
  const close = () => {
    ask.reset()
    onClose()
  }
  return (
    <Modal opened={useAfterMount(opened)} onClose={close} title={t('support:visitor.title')} size={480}>
      {ask.data ? (
        <Stack>
          <Alert color="green" variant="light" role="status">
            {t('support:visitor.asked', { number: ask.data.number, email: question.email })}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={close}>{t('common:act.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <QuestionForm question={question} onChange={setQuestion} ask={ask} onCancel={close} />
      )}
    </Modal>
  )
}

interface Question {
  name: string
  email: string
  content: string
}

interface QuestionFormProps {
  question: Question
  onChange: (question: Question) => void
  ask: { mutate: () => void; isPending: boolean; error: unknown }
  onCancel: () => void
}

function QuestionForm({ question, onChange, ask, onCancel }: QuestionFormProps) {
  const { t } = useTranslation(['support', 'common'])
  const errors = useFieldErrors(ask.error)
  const field = (name: keyof Question) => ({
    value: question[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ ...question, [name]: event.currentTarget.value }),
  })
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        ask.mutate()
      }}
    >
      <Stack>
        <Text c="dimmed">{t('support:visitor.hint')}</Text>
        <TextInput
          label={t('support:visitor.name')}
          autoComplete="name"
          data-autofocus
          maxLength={160}
          {...field('name')}
        />
        <TextInput
          type="email"
          required
          label={t('support:visitor.email')}
          autoComplete="email"
          maxLength={254}
          {...field('email')}
        />
        <Textarea
          required
          label={t('support:ask.question')}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={MESSAGE_LENGTH}
          {...field('content')}
        />
        {Object.keys(errors).length === 0 && <ErrorNotice failure={ask.error} title={t('support:ask.failed')} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending}>
            {t('support:ask.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
