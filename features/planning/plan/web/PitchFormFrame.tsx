import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import type { Draft } from '#web/ui/draft.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection } from '#web/ui/Page.tsx'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import { CommitFields } from './CommitFields.tsx'
import type { FormProps } from './formState.ts'
import { AccessFields, HelperFields, NamesField, QuestionField } from './PeopleFields.tsx'
import { PitchTextFields } from './PitchTextFields.tsx'

interface Props<T> {
  draft: Draft<T>
  formRef: RefObject<HTMLFormElement | null>
  onSubmit: () => void
  /** A failure that belongs to no field, and what is said above it. */
  failure: unknown
  failed: string
  /** Where Cancel leads. */
  back: string
  act: string
  busy: boolean
  children: ReactNode
}

/** What the forms of a pitch share: the draft that is kept, the failure beside the act, the bar with the act. */
export function PitchFormFrame<T>({ draft, formRef, onSubmit, failure, failed, back, act, busy, children }: Props<T>) {
  const { t } = useTranslation('common')
  const [begun] = useState(draft.value)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={formRef} onSubmit={submit} noValidate>
      <FormColumn>
        <DraftNotice draft={draft} />
        {children}
        <ErrorNotice failure={failure} title={failed} />
      </FormColumn>
      <StickyBar note={draft.value === begun && !draft.restoredAt ? undefined : t('draft.saved')}>
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

/** The sections that follow the time and the slides: what people read, who helps, who may come in. */
export function FurtherSections(props: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <>
      <FormSection title={t('section.texts')} hint={t('section.textsHint')}>
        <PitchTextFields {...props} />
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
        <NamesField {...props} />
      </FormSection>
    </>
  )
}
