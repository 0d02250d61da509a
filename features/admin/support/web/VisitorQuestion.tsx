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
  const [said, setSaid] = useState({ name: '', email: '', content: '' })
  const asking = useMutation({
    mutationFn: async () => {
      // [RULE-092]
      if (hasHtml(said.content)) throw new CallFailed('InputInvalid', { content: 'html' })
      const language = languages.find(one => one === i18n.language)
      return client.createVisitorTicket({ ...said, language })
    },
    onSuccess: () => setSaid(before => ({ ...before, content: '' })),
  })
  const wrong = useFieldErrors(asking.error)
  const close = () => {
    asking.reset()
    onClose()
  }
  const field = (name: keyof typeof said) => ({
    value: said[name],
    error: wrong[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setSaid({ ...said, [name]: event.currentTarget.value }),
  })
  return (
    <Modal opened={useAfterMount(opened)} onClose={close} title={t('support:visitor.title')} size={480}>
      {asking.data ? (
        <Stack>
          <Alert color="green" variant="light" role="status">
            {t('support:visitor.asked', { number: asking.data.number, email: said.email })}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={close}>{t('common:act.done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            asking.mutate()
          }}
        >
          <Stack>
            <Text c="dimmed">{t('support:visitor.hint')}</Text>
            <TextInput label={t('support:visitor.name')} autoComplete="name" maxLength={160} {...field('name')} />
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
            {Object.keys(wrong).length === 0 && <ErrorNotice failure={asking.error} title={t('support:ask.failed')} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {t('common:act.cancel')}
              </Button>
              <Button type="submit" loading={asking.isPending}>
                {t('support:ask.act')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
