CREATE TABLE "scheduled_list" (
	"send_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"chosen_by" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_send" ADD COLUMN "left_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_send" ADD COLUMN "missing_lists" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_list" ADD CONSTRAINT "scheduled_list_send_id_scheduled_send_id_fk" FOREIGN KEY ("send_id") REFERENCES "public"."scheduled_send"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_list" ADD CONSTRAINT "scheduled_list_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_list" ADD CONSTRAINT "scheduled_list_chosen_by_account_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_list_send" ON "scheduled_list" USING btree ("send_id","list_id");