CREATE TABLE "pitch_draft" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form" jsonb NOT NULL,
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"upload_ids" text[] DEFAULT '{}' NOT NULL,
	"documents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"company_logo" text,
	"updated_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deck_file" ADD COLUMN "held_for" uuid;--> statement-breakpoint
ALTER TABLE "pitch_draft" ADD CONSTRAINT "pitch_draft_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch_draft" ADD CONSTRAINT "pitch_draft_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pitch_draft" ADD CONSTRAINT "pitch_draft_updated_by_account_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pitch_draft_owner" ON "pitch_draft" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "pitch_draft_organisation" ON "pitch_draft" USING btree ("organisation_id","updated_at") WHERE "pitch_draft"."deleted_at" is null;