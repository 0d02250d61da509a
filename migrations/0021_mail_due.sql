drop index concurrently if exists "mail_message_due";--> statement-breakpoint
create index concurrently "mail_message_due" on "mail_message" using btree ("urgent" desc nulls first,"due_at") where "due_at" is not null;
