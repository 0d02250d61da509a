import { CloseButton, Highlight, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { clockText } from '../rules.ts'
import { findIn, isLongEnough } from './find.ts'
import type { ReplayData } from './Player.tsx'

interface Props {
  replay: Pick<ReplayData, 'pages' | 'captions' | 'messages' | 'questions'>
  onChoose: (at: number) => void
}

/** Searches the recording's captions, slides, questions and chat; each find goes to its moment. */
export function ReplaySearch({ replay, onChoose }: Props) {
  const { t } = useTranslation('replay')
  const nameOf = useShownName()
  const [words, setWords] = useState('')
  const wanted = useDeferredValue(words.trim())
  const list = useId()
  const found = findIn(replay, wanted)
  return (
    <search className="replay-search">
      <TextInput
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={words && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => setWords('')} />}
        value={words}
        maxLength={100}
        aria-controls={list}
        onChange={event => setWords(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Escape' && setWords('')}
      />
      <p role="status" className="replay-found">
        {isLongEnough(wanted) && t('search.found', { count: found.length })}
      </p>
      <ul id={list}>
        {found.map(({ at, kind, name, text }) => (
          <li key={`${kind} ${at} ${text}`}>
            <button type="button" onClick={() => onChoose(at)}>
              <span className="tabular">{clockText(at)}</span>
              <span>
                <b>{name ? nameOf(name) : t(`search.kind.${kind}`)}</b>{' '}
                <Highlight component="span" highlight={wanted}>
                  {text}
                </Highlight>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  )
}
