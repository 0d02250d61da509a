import './MailDetail.css'
import { Stack, Tabs, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { mailCalls, mailStates } from '#features/notify/mail/contract.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Facts } from '#web/ui/record/Entity.tsx'
import { StateBadge, type Tone } from '#web/ui/StateBadge.tsx'
import { Time } from '#web/ui/Time.tsx'

/** One mail as it was written. */
export function MailDetail({ mail }: { mail: Answer<typeof mailCalls.getMail> }) {
  const { t } = useTranslation('mail')
  const { subject, recipient, state, held_by, failure, created_at, text, html, calendar } = mail
  // no server sends a kept mail, so the person who reads it here passes its link on
  const link = state === 'kept' ? text.match(address)?.[0] : undefined
  return (
    <Stack>
      <Title order={2}>{subject}</Title>
      <Facts
        facts={[
          [t('column.recipient'), recipient],
          [t('column.createdAt'), <Time key="at" at={created_at} style="exact" />],
          [
            t('column.state'),
            <Fragment key="state">
              <MailState state={state} />
              <Text size="sm" c="dimmed">
                {t(`stateHint.${state}`, { kind: t(`held.${held_by ?? 'blocks'}`) })}
              </Text>
            </Fragment>,
          ],
          [
            t('link'),
            link && (
              <div className="mail-link">
                <a href={link} target="_blank" rel="noreferrer">
                  {link}
                </a>
                <CopyButton text={link} label={t('copyLink')} />
              </div>
            ),
          ],
          [t('failure'), failure],
        ]}
      />
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

type State = (typeof mailStates)[number]
const tones: Record<State, Tone> = {
  ...{ queued: 'accent', sent: 'good', failed: 'bad', kept: 'warn', suppressed: 'warn' },
  ...{ withdrawn: 'neutral', expired: 'warn' },
}

/** The state of an email. */
export function MailState({ state }: { state: State }) {
  const { t } = useTranslation('mail')
  return <StateBadge tone={tones[state]}>{t(`state.${state}`)}</StateBadge>
}
