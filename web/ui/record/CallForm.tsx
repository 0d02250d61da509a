import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '#contract/call.ts'
import './CallForm.css'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { DraftNotice } from '../draft.tsx'
import { ErrorNotice } from '../ErrorNotice.tsx'
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
  children: ReactNode
}

/** The fields of a call in one column, its failure, and its buttons. */
export function CallForm<C extends AnyCall>({ form, act, onCancel, foot, failed, gap, within, children }: Props<C>) {
  const { t } = useTranslation()
  const harmful = useHarmful()
  const own = useRef<HTMLFormElement>(null)
  useFirstField(own, !within)
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

/**
 * The focus goes into the first field of a form in a dialog or drawer. Mantine looks for it once, when the dialog opens,
 * and would choose the button that closes it where the form comes later or names no field.
 */
function useFirstField(form: RefObject<HTMLFormElement | null>, isWhole: boolean) {
  useEffect(() => {
    if (!isWhole || !form.current?.closest('[role=dialog]')) return
    const first = form.current.querySelector<HTMLElement>('[data-autofocus]') ?? form.current.querySelector(field)
    first?.setAttribute('data-autofocus', '')
    // after the dialog has noted where the focus goes when it closes
    const turn = setTimeout(() => first?.focus({ preventScroll: true }))
    return () => clearTimeout(turn)
  }, [form, isWhole])
}

const field = ':is(input:not([type=hidden], [type=file]), textarea):not(:disabled)'
const wrong = '[aria-invalid=true]'
