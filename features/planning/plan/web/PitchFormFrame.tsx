import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Draft, DraftNotice } from '#web/ui/draft.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, StickyBar } from '#web/ui/Page.tsx'
import { AccreditFields } from './AccreditFields.tsx'
import { CommitFields } from './CommitFields.tsx'
import { DisclosureFields } from './DisclosureFields.tsx'
import type { FormProps } from './formState.ts'
import {
  AccessFields,
  HelperFields,
  NamesField,
  QuestionField,
  RecordingField,
  SpotlightField,
  TranscriptField,
  WatermarkField,
} from './PeopleFields.tsx'
import { PitchTextFields } from './PitchTextFields.tsx'

interface Props<T> {
  draft: Draft<T>
  formRef: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  /** A failure that belongs to no field, and its title. */
  failure: unknown
  failed: string
  /** Where Cancel leads. */
  back: string
  act: string
  busy: boolean
  /** Beside the buttons: where the draft stands; without it, that this browser keeps it. */
  note?: ReactNode
  /** Further buttons. */
  tools?: ReactNode
  children: ReactNode
}

/** The frame of a pitch's forms: the notice of a draft, the failure, and the bar with the button. */
export function PitchFormFrame<T>({ draft, formRef, onSubmit, ...props }: Props<T>) {
  const { failure, failed, back, act, busy, note, tools, children } = props
  const { t } = useTranslation('common')
  const [begun] = useState(draft.value)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="pitch-form">
      <FormColumn>
        <DraftNotice draft={draft} />
        {children}
        <ErrorNotice failure={failure} title={failed} />
      </FormColumn>
      <StickyBar note={note ?? (draft.value === begun && !draft.restoredAt ? undefined : t('draft.saved'))}>
        {tools}
        <Button variant="default" component={Link} to={back}>
          {t('act.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {act}
        </Button>
      </StickyBar>
    </form>
  )
}

/** The sections after the time and the slides: texts, terms, helpers and access. `pitch`: the one that is edited. */
export function FurtherSections({ pitch, ...props }: FormProps & { pitch?: string }) {
  const { t } = useTranslation('pitch')
  return (
    <>
      <FormSection title={t('section.texts')} hint={t('section.textsHint')}>
        <PitchTextFields {...props} />
      </FormSection>
      <FormSection title={t('section.company')} hint={t('section.companyHint')}>
        <DisclosureFields {...props} />
      </FormSection>
      <FormSection title={t('section.ask')} hint={t('section.askHint')}>
        <CommitFields {...props} />
      </FormSection>
      <FormSection title={t('section.people')} hint={t('section.peopleHint')}>
        <HelperFields {...props} />
        <QuestionField {...props} />
      </FormSection>
      <FormSection title={t('section.access')} hint={t('section.accessHint')}>
        <AccessFields {...props} />
        <SpotlightField {...props} />
        <AccreditFields {...props} />
        <NamesField {...props} />
        <RecordingField {...props} pitch={pitch} />
        <TranscriptField {...props} />
        <WatermarkField {...props} />
      </FormSection>
    </>
  )
}
