CREATE TABLE "commitment_statement" (
	"organisation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "commitment_statement_organisation_id_version_pk" PRIMARY KEY("organisation_id","version")
);
--> statement-breakpoint
ALTER TABLE "commitment" ADD COLUMN "statement" text;--> statement-breakpoint
ALTER TABLE "commitment" ADD COLUMN "statement_version" integer;--> statement-breakpoint
ALTER TABLE "commitment" ADD COLUMN "statement_language" text;--> statement-breakpoint
ALTER TABLE "commitment_statement" ADD CONSTRAINT "commitment_statement_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commitment_statement" ADD CONSTRAINT "commitment_statement_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;