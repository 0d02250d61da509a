import { Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { factorCalls } from '#features/access/factor/contract.ts'
import {
  QUESTIONS_LEAST,
  QUESTIONS_MOST,
  type QuestionAndAnswer,
  type QuestionRule,
  questionProblems,
} from '#features/core/account/factorRules.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { type CallForm as CallFormOf, useCallForm } from '#web/ui/record/useCallForm.ts'
import { questionsQuery } from './factorQueries.ts'
import { isUnproved, Proof } from './Proof.tsx'
import { ProvedDialog } from './ProvedDialog.tsx'

type Questions = Answer<typeof factorCalls.getSecurityQuestions>
const blank: QuestionAndAnswer = { question: '', answer: '' }
const suggestions = ['street', 'teacher', 'film', 'dish', 'pet', 'job'] as const

/** The questions that are set, without their answers; at least two lines. */
const startOf = (current: Questions): QuestionAndAnswer[] => {
  const lines = current.questions.map(question => ({ question, answer: '' }))
  while (lines.length < QUESTIONS_LEAST) lines.push(blank)
  return lines
}

/** Sets two or three questions, all at once, or removes them. */
export function QuestionForm({ current }: { current: Questions }) {
  const { t } = useTranslation('factor')
  const queries = useQueryClient()
  const [clearing, setClearing] = useState(false)
  const reload = () => queries.invalidateQueries({ queryKey: questionsQuery.queryKey })
  const form = useCallForm(factorCalls, 'updateSecurityQuestions', {
    start: { questions: startOf(current) },
    check: ({ questions, current_pass }) => ({
      ...questionProblems(questions),
      current_pass: isUnproved(current.proof, current_pass) && 'required',
    }),
    says: (field, rule) =>
      field === 'current_pass' ? t('proof.missing') : t(`questions.rule.${rule as QuestionRule}`),
    done: t('questions.saved'),
    onDone: reload,
    // only the questions are shown again, never the answers
    again: true,
  })
  const { questions } = form.values
  const set = (lines: QuestionAndAnswer[]) => form.set({ questions: lines })
  const foot = (
    <Group>
      {current.is_allowed && (
        <Button type="submit" loading={form.isSending} disabled={current.proof === 'signIn'}>
          {t('questions.save')}
        </Button>
      )}
      {current.questions.length > 0 && (
        <Button variant="subtle" color="red" onClick={() => setClearing(true)}>
          {t('questions.clear')}
        </Button>
      )}
    </Group>
  )
  return (
    <>
      <CallForm form={form} foot={foot}>
        {current.is_allowed &&
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a line is known by
          questions.map((_, at) => <QuestionLine key={at} at={at} form={form} />)}
        {current.is_allowed && (
          <>
            <Group>
              {questions.length < QUESTIONS_MOST ? (
                <Button variant="subtle" onClick={() => set([...questions, blank])}>
                  {t('questions.add')}
                </Button>
              ) : (
                <Button variant="subtle" onClick={() => set(questions.slice(0, -1))}>
                  {t('questions.removeThird')}
                </Button>
              )}
            </Group>
            <Proof proof={current.proof} {...form.choice('current_pass')} />
          </>
        )}
      </CallForm>
      {clearing && <ClearDialog proof={current.proof} reload={reload} onClose={() => setClearing(false)} />}
    </>
  )
}

interface ClearProps {
  proof: Questions['proof']
  reload: () => Promise<void>
  onClose: () => void
}

function ClearDialog({ proof, reload, onClose }: ClearProps) {
  const { t } = useTranslation('factor')
  return (
    <ProvedDialog
      title={t('questions.clearTitle')}
      act={t('questions.clear')}
      danger
      proof={proof}
      onClose={onClose}
      run={async proof => {
        await client.clearSecurityQuestions(proof)
        await reload()
        doneNotice(t('questions.cleared'))
      }}
    >
      {t('questions.clearBody')}
    </ProvedDialog>
  )
}

type Form = Pick<CallFormOf<typeof factorCalls.updateSecurityQuestions>, 'text'>

function QuestionLine({ at, form }: { at: number; form: Form }) {
  const { t } = useTranslation('factor')
  const number = at + 1
  return (
    <Stack gap="xs">
      <Autocomplete
        label={t('questions.question', { number })}
        placeholder={t('questions.placeholder')}
        data={suggestions.map(one => t(`questions.suggestion.${one}`))}
        filter={({ options }) => options}
        {...form.text(`questions.${at}.question`)}
      />
      <TextInput
        label={t('questions.answer', { number })}
        autoComplete="off"
        spellCheck={false}
        {...form.text(`questions.${at}.answer`)}
      />
    </Stack>
  )
}
