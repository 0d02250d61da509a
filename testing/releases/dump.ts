import pg from 'pg'

/** The schemas of a console's rows: its own tables, the migrations' record, and the jobs. */
const schemas = ['public', 'drizzle', 'graphile_worker'] as const
const own = `n.nspname in (${schemas.map(name => `'${name}'`)})`
/** Leaves out objects of an extension, which come with it. */
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Queries one column of texts. */
type Ask = (text: string) => Promise<string[]>

/** A table's name in SQL, and its writable columns; computed columns are left out. */
interface TableOf {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * A database as statements that recreate it: `pg_dump` would need a PostgreSQL of the server's version on the machine.
 * It handles the kinds of objects that the console has; `objectsOf` shows whether it handled all.
 */
export async function dumpDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ask: Ask = async text =>
    (await client.query({ text, rowMode: 'array' })).rows.map(([one]: string[]) => one as string)
  try {
    await client.query(`begin isolation level repeatable read; set local search_path = ''; set local timezone = 'UTC'`)
    const tables = await listTables(client)
    return [
      `set search_path = ''; set check_function_bodies = false;`,
      ...(await ask(`select format('create extension if not exists %I with schema public;', extname)
        from pg_extension where extname <> 'plpgsql' order by extname`)),
      ...schemas.filter(name => name !== 'public').map(name => `create schema ${name};`),
      ...(await beforeRows(ask)),
      ...(await insertRows(client, tables)),
      ...(await afterRows(ask)),
      '',
    ].join('\n')
  } finally {
    await client.end()
  }
}

/** Types, independent sequences, tables and functions: what rows need. */
async function beforeRows(ask: Ask): Promise<string[]> {
  return [
    ...(await ask(`select format('create type %s as (%s);', t.oid::regtype, (
        select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
        from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped))
      from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_class c on c.oid = t.typrelid
      where ${own} and c.relkind = 'c' order by 1`)),
    ...(await ask(`select format('create sequence %s as %s;', s.seqrelid::regclass, s.seqtypid::regtype)
      from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
      where ${own} and not exists (select from pg_depend where objid = c.oid and deptype = 'i') order by 1`)),
    ...(await ask(`select format('create %s table %s (%s);',
        case c.relpersistence when 'u' then 'unlogged' else '' end, c.oid::regclass, (
        select string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
          (select format('generated %s as identity (sequence name %s start %s minvalue %s maxvalue %s)',
            case attidentity when 'a' then 'always' else 'by default' end, seqrelid::regclass, seqstart, seqmin, seqmax)
            from pg_sequence where attidentity <> ''
            and seqrelid = pg_get_serial_sequence(c.oid::regclass::text, attname)::regclass),
          case when attgenerated = 's' then 'generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
            when adbin is not null then 'default ' || pg_get_expr(adbin, adrelid) end,
          (select format('constraint %I not null', conname) from pg_constraint
            where contype = 'n' and conrelid = attrelid and conkey = array[attnum])), ', ' order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relkind = 'r' order by 1`)),
    ...(await ask(`select pg_get_functiondef(p.oid) || ';' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${own} and ${notOfExtension('pg_proc', 'p.oid')} order by p.oid::regprocedure::text`)),
  ]
}

/** What would slow down or refuse the rows if created first, and the positions of the sequences. */
async function afterRows(ask: Ask): Promise<string[]> {
  return [
    ...(await ask(`select format('select setval(''%s'', %s, %L);', c.oid::regclass,
        coalesce(s.last_value, s.start_value), s.last_value is not null)
      from pg_sequences s join pg_namespace n on n.nspname = s.schemaname
      join pg_class c on c.relname = s.sequencename and c.relnamespace = n.oid where ${own} order by 1`)),
    // keys before the foreign keys that refer to them
    ...(await ask(`select format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
      from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where ${own} and contype in ('p', 'u', 'c', 'f') and conrelid <> 0 order by contype = 'f', 1`)),
    ...(await ask(`select pg_get_indexdef(indexrelid) || ';' from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      where ${own} and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`)),
    ...(await ask(`select format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and c.relkind = 'v' order by 1`)),
    ...(await ask(`select format('alter sequence %s owned by %s.%I;', d.objid::regclass, d.refobjid::regclass, a.attname)
      from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S' join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where ${own} and d.deptype = 'a' and d.refclassid = 'pg_class'::regclass order by 1`)),
    ...(await ask(`select pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace where ${own} and not t.tgisinternal order by 1`)),
    ...(await ask(`select format('alter table %s enable row level security;', c.oid::regclass)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} and relrowsecurity order by 1`)),
  ]
}

/** Every table with its writable columns. */
async function listTables(client: pg.Client): Promise<TableOf[]> {
  const { rows } = await client.query(`select c.oid::regclass::text as name,
      array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute on attrelid = c.oid
    where ${own} and c.relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by c.oid order by 1`)
  return rows as TableOf[]
}

async function insertRows(client: pg.Client, tables: readonly TableOf[]): Promise<string[]> {
  const lines: string[] = []
  for (const { name, columns } of tables) {
    const values = columns.map(column => `coalesce(quote_literal(${column}::text), 'null')`).join(`, `)
    const { rows } = await client.query({
      text: `select concat_ws(', ', ${values}) from ${name} order by 1`,
      rowMode: 'array',
    })
    for (const [row] of rows as string[][])
      lines.push(`insert into ${name} (${columns.join(', ')}) overriding system value values (${row});`)
  }
  return lines
}

/** Every object of a database as text, in order: two databases with the same list have the same structure. */
export async function objectsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set search_path = ''`)
    const all = (catalog: string, schema: string, definition = `''`) => `
      select format('%s: %s', pg_describe_object('${catalog}'::regclass, o.oid, 0), ${definition}) as text
      from ${catalog} o join pg_namespace n on n.oid = o.${schema}
      where ${own} and ${notOfExtension(catalog, 'o.oid')}`
    const { rows } = await client.query({
      rowMode: 'array',
      text: `${all(
        'pg_class',
        'relnamespace',
        `case o.relkind when 'i' then pg_get_indexdef(o.oid) when 'v' then pg_get_viewdef(o.oid)
          else o.relpersistence::text || o.relrowsecurity end`,
      )}
        union all ${all('pg_constraint', 'connamespace', 'pg_get_constraintdef(o.oid) || o.convalidated')}
        union all ${all('pg_proc', 'pronamespace', `md5(pg_get_functiondef(o.oid))`)}
        union all ${all('pg_type', 'typnamespace', 'o.typtype')}
        union all select format('%s: %s', pg_describe_object('pg_trigger'::regclass, t.oid, 0), pg_get_triggerdef(t.oid))
          from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
          where ${own} and not tgisinternal
        union all select format('column %s of %s: %s', attname, c.oid::regclass, concat_ws(' ', format_type(atttypid, atttypmod),
            attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)))
          from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where ${own} and c.relkind in ('r', 'c') and attnum > 0 and not attisdropped
        union all select format('sequence %s: %s', seqrelid::regclass, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle))
          from pg_sequence join pg_class c on c.oid = seqrelid join pg_namespace n on n.oid = c.relnamespace where ${own}
        order by 1`,
    })
    return rows.map(([text]: string[]) => text as string)
  } finally {
    await client.end()
  }
}

/** Recreates a dumped database in one without any table. */
export async function restoreDatabase(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(dump)
  } finally {
    await client.end()
  }
}
