-- locks: the table came with the same release, so that it is empty where an older server still runs
ALTER TABLE "contact_list_member" ADD COLUMN "known_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_list_member" ADD COLUMN "known_firstname" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_list_member" ADD COLUMN "known_lastname" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_list_member" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_list_member" ADD COLUMN "shown_to" text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
CREATE INDEX "contact_list_member_shown" ON "contact_list_member" USING btree ("list_id","shown_to");--> statement-breakpoint
CREATE INDEX "contact_list_member_by_email" ON "contact_list_member" USING btree ("list_id","known_email","id","shown_to");--> statement-breakpoint
CREATE INDEX "contact_list_member_by_name" ON "contact_list_member" USING btree ("list_id",lower("known_firstname"),lower("known_lastname"),"id","known_firstname","known_lastname","shown_to");--> statement-breakpoint
-- The account is locked for sharing: who renames it at this moment has to commit before, or sees this row afterwards.
CREATE FUNCTION "list_member_known"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  person public.account%rowtype;
begin
  if new.account_id is not null then
    select * into person from public.account
    where id = new.account_id and organisation_id = new.organisation_id for share;
  end if;
  new.known_email := coalesce(person.email, new.email);
  new.known_firstname := coalesce(person.firstname, new.firstname);
  new.known_lastname := coalesce(person.lastname, new.lastname);
  new.search := coalesce(person.search, lower(new.firstname || ' ' || new.lastname || ' ' || new.email));
  new.shown_to := case
    when person.deleted_at is not null then 'nobody'
    when person.roles && '{superadmin,admin,useradmin,pitchadmin}' then 'admins'
    else 'everybody'
  end;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "list_member_known" BEFORE INSERT OR UPDATE ON "contact_list_member"
  FOR EACH ROW EXECUTE FUNCTION "list_member_known"();--> statement-breakpoint
CREATE FUNCTION "account_of_lists"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update public.contact_list_member set account_id = account_id where account_id = new.id;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "account_of_lists" AFTER UPDATE ON "account" FOR EACH ROW
  WHEN ((old.email, old.firstname, old.lastname, old.search, old.roles, old.organisation_id, old.deleted_at)
    is distinct from (new.email, new.firstname, new.lastname, new.search, new.roles, new.organisation_id, new.deleted_at))
  EXECUTE FUNCTION "account_of_lists"();--> statement-breakpoint
UPDATE "contact_list_member" SET "account_id" = "account_id";
