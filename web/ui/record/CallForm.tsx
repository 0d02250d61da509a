import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '#contract/call.ts'
import './CallForm.css'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { DraftNotice } from '../draft.tsx'
import { ErrorNotice } from '../ErrorNotice.tsx'
import { beginInFirstField } from '../firstField.ts'
import { useHarmful } from '../harmful.ts'
import type { CallForm as Form } from './useCallForm.ts'

interface Props<C extends AnyCall> {
  form: Pick<Form<C>, 'submit' | 'isSending' | 'failure' | 'failures' | 'draft' | 'question'>
  /** The label of the button that sends it. */
  act?: string
  /** Replaces the buttons below the fields. */
  foot?: ReactNode
  onCancel?: (() => void) | undefined
  /** The title above a failure. */
  failed?: string
  /** Between the fields, where its sections have spaces of their own. */
  gap?: 0
  /** Something else follows it: its buttons stay below its fields, also in a drawer. */
  within?: boolean
  /** What it follows is read first: a dialog or drawer does not begin in its fields. */
  below?: boolean
  children: ReactNode
}

/** The fields of a call in one column, its failure, and its buttons. */
export function CallForm<C extends AnyCall>(props: Props<C>) {
  const { form, act, onCancel, foot, failed, gap, within, below, children } = props
  const { t } = useTranslation()
  const harmful = useHarmful()
  const own = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = own.current
    return !within && !below && form?.closest('[role=dialog]') ? beginInFirstField(form) : undefined
  }, [within, below])
  useEffect(() => {
    if (form.failures > 0) own.current?.querySelector<HTMLElement>(wrong)?.focus()
  }, [form.failures])
  return (
    <>
      <form ref={own} onSubmit={form.submit} noValidate>
        <Stack {...(gap !== undefined && { gap })}>
          <DraftNotice draft={form.draft} />
          {children}
          <ErrorNotice failure={form.failure} title={failed} />
          {foot === undefined ? (
            <Group justify="flex-end" gap="xs" className={within ? undefined : 'call-form-acts'}>
              {onCancel && (
                <Button variant="default" onClick={onCancel}>
                  {t('act.cancel')}
                </Button>
              )}
              <Button type="submit" color={harmful ? 'red' : 'accent'} loading={form.isSending}>
                {act}
              </Button>
            </Group>
          ) : (
            foot
          )}
        </Stack>
      </form>
      <ConfirmDialog
        opened={form.question !== undefined}
        onClose={() => form.question?.close()}
        title={form.question?.title ?? ''}
        act={form.question?.act ?? ''}
        run={async () => form.question?.send()}
      >
        {form.question?.body}
      </ConfirmDialog>
    </>
  )
}

const wrong = '[aria-invalid=true]'
