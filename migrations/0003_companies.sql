CREATE TABLE "company" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"company_name" text NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"industry" text DEFAULT '' NOT NULL,
	"logo" text,
	"phone" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"twitter" text DEFAULT '' NOT NULL,
	"linkedin" text DEFAULT '' NOT NULL,
	"facebook" text DEFAULT '' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	"youtube" text DEFAULT '' NOT NULL,
	"address1" text DEFAULT '' NOT NULL,
	"address2" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"brief_description" text DEFAULT '' NOT NULL,
	"about_the_company" text DEFAULT '' NOT NULL,
	"about_file" jsonb,
	"company_highlights" text DEFAULT '' NOT NULL,
	"highlights_file" jsonb,
	"obfuscated_company_name" text DEFAULT '' NOT NULL,
	"obfuscated_description" text DEFAULT '' NOT NULL,
	"verification" text DEFAULT 'notVerified' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "company_presenter" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"is_first" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_presenter" ADD CONSTRAINT "company_presenter_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_presenter" ADD CONSTRAINT "company_presenter_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_presenter" ADD CONSTRAINT "company_presenter_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_name" ON "company" USING btree ("organisation_id",lower("company_name")) WHERE "company"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "company_organisation_created" ON "company" USING btree ("organisation_id","created_at","id") WHERE "company"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "company_logo" ON "company" USING btree ("logo") WHERE "company"."logo" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "company_presenter_pair" ON "company_presenter" USING btree ("company_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_presenter_first" ON "company_presenter" USING btree ("account_id") WHERE "company_presenter"."is_first";--> statement-breakpoint
CREATE INDEX "company_presenter_account" ON "company_presenter" USING btree ("account_id");