import { Button, Checkbox, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { BrowserClient } from '#web/client/http.ts'
import { languages } from '#web/i18n/language.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { type Uploaded, UploadedFiles } from '#web/ui/UploadedFiles.tsx'
import type { accreditationCalls } from '../contract.ts'
import { MOST_PROOFS, type Way, ways } from '../rules.ts'

type Declaration = Answer<(typeof accreditationCalls)['getAccreditation']>['declaration']
interface Props {
  as: Pick<BrowserClient, 'uploadProofFile' | 'startAccreditation'>
  declaration: Declaration
  onDone: () => void
}

/** [PROD-030] Asks by which test, takes the proofs, and submits both with the declaration. */
export function StartForm({ as, declaration, onDone }: Props) {
  const { t, i18n } = useTranslation('accreditation')
  const [way, setWay] = useState<Way>()
  const [letterDate, setLetterDate] = useState('')
  const [files, setFiles] = useState<Uploaded[]>([])
  const [declares, setDeclares] = useState(false)
  const language = languages.find(one => one === i18n.language) ?? 'en'
  const starting = useMutation({
    mutationFn: (chosen: Way) =>
      as.startAccreditation({
        way: chosen,
        letter_date: chosen === 'letter' ? letterDate : '',
        proof_ids: chosen === 'self' ? [] : files.map(({ id }) => id),
        ...{ declaration_version: declaration.version, declaration_language: language },
      }),
    onSuccess: onDone,
  })
  const needsFile = way !== undefined && way !== 'self' && files.length === 0
  const isReady = way !== undefined && declares && !needsFile && (way !== 'letter' || letterDate !== '')
  return (
    <form
      aria-labelledby="start"
      onSubmit={event => {
        event.preventDefault()
        if (isReady) starting.mutate(way)
      }}
    >
      <Stack>
        <Title order={2} size="h3" id="start">
          {t('start.title')}
        </Title>
        <Radio.Group label={t('start.way')} value={way ?? null} onChange={value => setWay(value as Way)}>
          <Stack gap="xs" mt="xs">
            {ways.map(one => (
              <Radio
                key={one}
                value={one}
                label={t(`way.${one}`)}
                {...(one === 'self' && { description: t('start.selfHint') })}
              />
            ))}
          </Stack>
        </Radio.Group>
        {way === 'letter' && (
          <TextInput
            type="date"
            label={t('start.letterDate')}
            withAsterisk
            value={letterDate}
            onChange={event => setLetterDate(event.currentTarget.value)}
          />
        )}
        {way !== undefined && way !== 'self' && <ProofFields {...{ as, way, files }} onChange={setFiles} />}
        <Checkbox
          label={declaration[language]}
          checked={declares}
          onChange={event => setDeclares(event.currentTarget.checked)}
        />
        <ErrorNotice failure={starting.error} title={t('start.failed')} />
        <Button type="submit" loading={starting.isPending} disabled={!isReady} style={{ alignSelf: 'flex-start' }}>
          {t(way === 'self' ? 'start.declare' : 'start.act')}
        </Button>
      </Stack>
    </form>
  )
}

interface ProofProps {
  as: Props['as']
  way: Exclude<Way, 'self'>
  files: readonly Uploaded[]
  onChange: (files: Uploaded[]) => void
}

function ProofFields({ as, way, files, onChange }: ProofProps) {
  const { t } = useTranslation('accreditation')
  return (
    <Stack gap="xs">
      <Text size="sm">{t(`start.proofs.${way}`)}</Text>
      <UploadedFiles
        {...{ files, onChange, most: MOST_PROOFS, hint: t('start.limits') }}
        accept=".pdf,.jpg,.jpeg,.png,.webp"
        kinds={[{ label: t('start.add'), upload: file => as.uploadProofFile({ file }) }]}
      />
    </Stack>
  )
}
