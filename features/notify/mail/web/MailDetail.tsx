import { Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Time } from '#web/ui/Time.tsx'
import { MailState } from './MailState.tsx'
import './MailDetail.css'

/** One mail as it was written. */
export function MailDetail({ id }: { id: string }) {
  const { t } = useTranslation('mail')
  const mail = useQuery({ queryKey: ['mail', id], queryFn: () => client.getMail({ id }) })
  if (mail.isError) return <ErrorNotice failure={mail.error} retry={() => mail.refetch()} />
  if (!mail.data) return <Skeleton height={320} />
  // nobody sends a kept mail, so whoever reads it here passes its link on
  const link = mail.data.state === 'kept' ? mail.data.text.match(address)?.[0] : undefined
  const { subject, recipient, state, failure, created_at, text, html, calendar } = mail.data
  return (
    <Stack>
      <Title order={2}>{subject}</Title>
      <dl className="mail-facts">
        <dt>{t('column.recipient')}</dt>
        <dd>{recipient}</dd>
        <dt>{t('column.createdAt')}</dt>
        <dd>
          <Time at={created_at} style="exact" />
        </dd>
        <dt>{t('column.state')}</dt>
        <dd>
          <MailState state={state} />
          <Text size="sm" c="dimmed">
            {t(`stateHint.${state}`)}
          </Text>
        </dd>
        {link && (
          <>
            <dt>{t('link')}</dt>
            <dd className="mail-link">
              <a href={link} target="_blank" rel="noreferrer">
                {link}
              </a>
              <CopyButton text={link} label={t('copyLink')} />
            </dd>
          </>
        )}
        {failure && (
          <>
            <dt>{t('failure')}</dt>
            <dd>{failure}</dd>
          </>
        )}
      </dl>
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="html">{t('body.html')}</Tabs.Tab>
          <Tabs.Tab value="text">{t('body.text')}</Tabs.Tab>
          {calendar && <Tabs.Tab value="calendar">{t('body.calendar')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="html">
          {/* without scripts and without our origin; a link may open a tab of its own */}
          <iframe
            className="mail-html"
            title={subject}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={`<base target="_blank">${html}`}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <pre className="mail-text">{linked(text)}</pre>
        </Tabs.Panel>
        {calendar && (
          <Tabs.Panel value="calendar">
            <pre className="mail-text">{calendar}</pre>
          </Tabs.Panel>
        )}
      </Tabs>
    </Stack>
  )
}

const address = /https?:\/\/[^\s<>"]+/

/** A text whose addresses can be followed. */
const linked = (text: string) =>
  text.split(new RegExp(`(${address.source})`)).map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text that does not change
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  )
