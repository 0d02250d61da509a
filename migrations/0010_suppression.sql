CREATE TABLE "mail_report" (
	"id" text PRIMARY KEY NOT NULL,
	"stamp" text NOT NULL,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid,
	"kind" text NOT NULL,
	"address" text,
	"stamp" text NOT NULL,
	"topics" text[],
	"source" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "suppression_seen" (
	"suppression_id" uuid NOT NULL,
	"organisation_id" uuid NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppression_seen_suppression_id_organisation_id_pk" PRIMARY KEY("suppression_id","organisation_id")
);
--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "held_by" text;--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression_seen" ADD CONSTRAINT "suppression_seen_suppression_id_suppression_id_fk" FOREIGN KEY ("suppression_id") REFERENCES "public"."suppression"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression_seen" ADD CONSTRAINT "suppression_seen_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_report_stamp" ON "mail_report" USING btree ("stamp","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "suppression_own" ON "suppression" USING btree ("organisation_id","kind","stamp") WHERE "suppression"."organisation_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "suppression_everywhere" ON "suppression" USING btree ("kind","stamp") WHERE "suppression"."organisation_id" is null;--> statement-breakpoint
CREATE INDEX "suppression_stamp" ON "suppression" USING btree ("stamp");