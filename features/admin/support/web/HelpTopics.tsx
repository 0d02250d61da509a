import { CloseButton, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { says, topics } from './topics.ts'
import './help.css'

/** Answers to what people ask most, found by their words during typing. */
export function HelpTopics() {
  const { t } = useTranslation(['support', 'common'])
  const [search, setSearch] = useState('')
  const found = topics.filter(topic =>
    says(`${t(`support:topic.${topic}.q`)} ${t(`support:topic.${topic}.a`)}`, search),
  )
  return (
    <>
      <search>
        <TextInput
          type="search"
          aria-label={t('support:help.search')}
          placeholder={t('support:help.search')}
          size="md"
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={search && <CloseButton aria-label={t('common:act.clear')} onClick={() => setSearch('')} />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" mt="xs" role="status">
          {search && t('support:help.found', { count: found.length })}
        </Text>
      </search>
      <div className="help-topics">
        {found.map(topic => (
          <details key={topic} name={search ? undefined : 'topic'} open={search ? found.length <= 2 : undefined}>
            <summary>
              <h2>{t(`support:topic.${topic}.q`)}</h2>
              <IconChevronDown size={18} aria-hidden />
            </summary>
            {t(`support:topic.${topic}.a`)
              .split('\n')
              .map(part => (
                <p key={part}>{part}</p>
              ))}
          </details>
        ))}
      </div>
      {found.length === 0 && <Text c="dimmed">{t('support:help.nothing')}</Text>}
    </>
  )
}
