import { Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { CallFailed } from '#contract/call.ts'
import type { factorCalls } from '#features/access/factor/contract.ts'
import {
  QUESTIONS_LEAST,
  QUESTIONS_MOST,
  type QuestionAndAnswer,
  type QuestionRule,
  questionProblems,
} from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { questionsQuery } from './factorQueries.ts'
import { isUnproved, Proof, proofOf } from './Proof.tsx'
import { ProvedDialog } from './ProvedDialog.tsx'

type Kept = Answer<typeof factorCalls.getSecurityQuestions>
const blank: QuestionAndAnswer = { question: '', answer: '' }
const suggestions = ['street', 'teacher', 'film', 'dish', 'pet', 'job'] as const

/** The questions that are set, without their answers; at least two lines. */
const startOf = (kept: Kept): QuestionAndAnswer[] => {
  const lines = kept.questions.map(question => ({ question, answer: '' }))
  while (lines.length < QUESTIONS_LEAST) lines.push(blank)
  return lines
}

/** Sets two or three questions, all at once, or removes them. */
export function QuestionForm({ kept }: { kept: Kept }) {
  const { t } = useTranslation('factor')
  const queries = useQueryClient()
  const [asked, setAsked] = useState(() => startOf(kept))
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [clearing, setClearing] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: questionsQuery.queryKey })
  const save = useMutation({
    mutationFn: () => client.updateSecurityQuestions({ questions: asked, ...proofOf(password) }),
    onSuccess: async () => {
      doneNotice(t('questions.saved'))
      setPassword('')
      setTried(false)
      setAsked(asked.map(({ question }) => ({ question, answer: '' })))
      await reload()
    },
  })
  const problems = questionProblems(asked)
  const isMissing = isUnproved(kept.proof, password)
  const wrongOf = (field: string): string | undefined => {
    const rule = (tried && problems[field]) || refusedRule(save.error, field)
    return rule && t(`questions.rule.${rule}`)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problems).length === 0 && !isMissing && !save.isPending) save.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        {kept.is_allowed &&
          asked.map((line, at) => (
            <QuestionLine
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a line is known by
              key={at}
              at={at}
              line={line}
              wrongOf={wrongOf}
              onChange={changed => setAsked(asked.with(at, changed))}
            />
          ))}
        {kept.is_allowed && (
          <>
            <Group>
              {asked.length < QUESTIONS_MOST ? (
                <Button variant="subtle" onClick={() => setAsked([...asked, blank])}>
                  {t('questions.add')}
                </Button>
              ) : (
                <Button variant="subtle" onClick={() => setAsked(asked.slice(0, -1))}>
                  {t('questions.removeThird')}
                </Button>
              )}
            </Group>
            <Proof
              asked={kept.proof}
              value={password}
              onChange={setPassword}
              error={tried && isMissing ? t('proof.missing') : undefined}
            />
            <ErrorNotice failure={save.error} />
          </>
        )}
        <Group>
          {kept.is_allowed && (
            <Button type="submit" loading={save.isPending} disabled={kept.proof === 'signIn'}>
              {t('questions.save')}
            </Button>
          )}
          {kept.questions.length > 0 && (
            <Button variant="subtle" color="red" onClick={() => setClearing(true)}>
              {t('questions.clear')}
            </Button>
          )}
        </Group>
      </Stack>
      {clearing && (
        <ProvedDialog
          title={t('questions.clearTitle')}
          act={t('questions.clear')}
          danger
          asked={kept.proof}
          onClose={() => setClearing(false)}
          run={async proof => {
            await client.clearSecurityQuestions(proof)
            await reload()
            doneNotice(t('questions.cleared'))
          }}
        >
          {t('questions.clearBody')}
        </ProvedDialog>
      )}
    </form>
  )
}

const refusedRule = (failure: unknown, field: string): QuestionRule | undefined =>
  failure instanceof CallFailed && failure.code === 'QuestionsNotAllowed'
    ? (failure.fields?.[field] as QuestionRule | undefined)
    : undefined

interface LineProps {
  at: number
  line: QuestionAndAnswer
  wrongOf: (field: string) => string | undefined
  onChange: (line: QuestionAndAnswer) => void
}

function QuestionLine({ at, line, wrongOf, onChange }: LineProps) {
  const { t } = useTranslation('factor')
  const number = at + 1
  return (
    <Stack gap="xs">
      <Autocomplete
        label={t('questions.question', { number })}
        placeholder={t('questions.placeholder')}
        data={suggestions.map(one => t(`questions.suggestion.${one}`))}
        filter={({ options }) => options}
        maxLength={200}
        value={line.question}
        onChange={question => onChange({ ...line, question })}
        error={wrongOf(`questions.${at}.question`)}
      />
      <TextInput
        label={t('questions.answer', { number })}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={line.answer}
        onChange={event => onChange({ ...line, answer: event.currentTarget.value })}
        error={wrongOf(`questions.${at}.answer`)}
      />
    </Stack>
  )
}
