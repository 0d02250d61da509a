import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { codeOf } from '#web/ui/wording.ts'
import { StepFrame } from './StepFrame.tsx'
import { useFinish } from './secondStep.ts'

/** [ROUTE-035, PROD-050] The second step of a sign-in, by the answers to two security questions. */
export function SecurityQuestionsLogin() {
  const { t } = useTranslation('factor')
  return (
    <StepFrame title={t('ask.title')} hint={t('ask.hint')}>
      {step => (step.questions.length === 2 ? <Answers questions={step.questions} /> : <Off />)}
    </StepFrame>
  )
}

function Off() {
  const { t } = useTranslation('factor')
  return (
    <>
      <Text>{t('ask.off')}</Text>
      <BackToFactors />
    </>
  )
}

/** [ERR-014, ERR-015, ERR-016] Which answer was wrong shows at its field. */
const wrong: Readonly<Record<string, readonly number[]>> = {
  AnswerOneWrong: [0],
  AnswerTwoWrong: [1],
  AnswersWrong: [0, 1],
}

function Answers({ questions }: { questions: readonly string[] }) {
  const { t } = useTranslation('factor')
  const [answers, setAnswers] = useState(['', ''])
  const [tried, setTried] = useState(false)
  const finish = useFinish(() =>
    client.loginBySecurityQuestion({ answer1: answers[0]?.trim() ?? '', answer2: answers[1]?.trim() ?? '' }),
  )
  const isBlank = (at: number) => !answers[at]?.trim()
  const isWrong = (at: number) => finish.isError && wrong[codeOf(finish.error)]?.includes(at)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isBlank(0) && !isBlank(1) && !finish.isPending) finish.mutate(undefined)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {questions.map((question, at) => (
          <TextInput
            key={question}
            label={question}
            autoComplete="off"
            spellCheck={false}
            size="md"
            autoFocus={at === 0}
            required
            withAsterisk={false}
            value={answers[at] ?? ''}
            onChange={event => setAnswers(answers.with(at, event.currentTarget.value))}
            error={tried && isBlank(at) ? t('ask.missing') : isWrong(at)}
          />
        ))}
        <ErrorNotice failure={finish.error} />
        <Button type="submit" size="md" fullWidth loading={finish.isPending}>
          {t('ask.act')}
        </Button>
        <BackToFactors />
      </Stack>
    </form>
  )
}

function BackToFactors() {
  const { t } = useTranslation('factor')
  const { account = '' } = useParams()
  const { search } = useLocation()
  return (
    <Anchor component={Link} to={`/two-factor-authentication/${account}${search}`}>
      {t('ask.back')}
    </Anchor>
  )
}
