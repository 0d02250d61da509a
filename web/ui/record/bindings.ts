import type { UseFormReturnType } from '@mantine/form'
import { type FieldRule, type FieldRules, type Fields, isRequired, ruleAt } from './schema.ts'

interface Bound {
  form: UseFormReturnType<Fields>
  rules: FieldRules
  start: Fields
  /** Notes which fields are shown; errors of other fields have to be shown elsewhere. */
  shown: Set<string>
  wordOf: (field: string, rule: string) => string
}

/** The properties by which Mantine's fields show and change a form's values and errors. */
export function bindings({ form, rules, start, shown, wordOf }: Bound) {
  function bind(field: string, type: 'input' | 'checkbox' = 'input') {
    shown.add(field)
    const { error, ...props } = form.getInputProps(field, { type })
    return { ...props, ...(typeof error === 'string' && { error: wordOf(field, error) }) }
  }
  return {
    text: (field: string) => ({
      ...bind(field),
      required: isRequired(ruleAt(rules, field), start[field]),
      ...limits(ruleAt(rules, field), 'maxLength'),
    }),
    number: (field: string) => ({ ...bind(field), ...limits(rules[field], 'min', 'max') }),
    flag: (field: string) => bind(field, 'checkbox'),
    choice: (field: string) => {
      const { onChange, ...props } = bind(field)
      return { ...props, onChange: (next: unknown) => onChange(next ?? '') }
    },
    options: (field: string, word: (value: string) => string) =>
      (rules[field]?.values ?? []).map(value => ({ value, label: word(value) })),
  }
}

const limits = (rule: FieldRule | undefined, ...names: ('maxLength' | 'min' | 'max')[]) =>
  Object.fromEntries(names.flatMap(name => (rule?.[name] === undefined ? [] : [[name, rule[name]]])))
