import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconBrandLinkedin } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

interface Props {
  pitch: { readonly uuid: string; readonly presentation_name: string; readonly is_public: boolean }
}

/** Posts a public pitch on LinkedIn. Shown for no other pitches, and only where LinkedIn is enabled. */
export function ShareOnLinkedIn({ pitch }: Props) {
  const { t } = useTranslation('social')
  const [opened, setOpened] = useState(false)
  const accounts = useQuery({
    queryKey: ['socialAccounts'],
    queryFn: () => client.getSocialAccounts({}),
    enabled: pitch.is_public,
    staleTime: 300_000,
  })
  if (!pitch.is_public || !accounts.data?.providers.includes('linkedin')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBrandLinkedin size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('share.act')}
      </Button>
      {opened && <ShareDialog pitch={pitch} onClose={() => setOpened(false)} />}
    </>
  )
}

function ShareDialog({ pitch, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['social', 'common'])
  const [text, setText] = useState(() => t('social:share.text', { name: pitch.presentation_name }))
  const start = useMutation({
    mutationFn: async () => leavePage((await client.startLinkedInShare({ uuid: pitch.uuid, text: text.trim() })).url),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() && !start.isPending) start.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('social:share.title')}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('social:share.hint')}</Text>
          <Textarea
            label={t('social:share.words')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={1300}
            required
            withAsterisk={false}
            data-autofocus
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <ErrorNotice failure={start.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={start.isPending}>
              {t('social:share.go')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
